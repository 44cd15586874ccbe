module.exports = require('@partnerdesk/build/webpack').shell();
