module.exports = require('@partnerdesk/build/webpack').remote('accounts');
