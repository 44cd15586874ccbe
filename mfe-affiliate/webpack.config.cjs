module.exports = require('@partnerdesk/build/webpack').remote('affiliate');
