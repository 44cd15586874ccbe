module.exports = require('@partnerdesk/build/webpack').bundled();
