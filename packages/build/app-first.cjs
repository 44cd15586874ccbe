const HtmlWebpackPlugin = require('html-webpack-plugin');

/** Has browsers fetch the app's scripts first: those that run after the document are the last that they think of. */
exports.AppFirst = class AppFirst {
  apply(compiler) {
    compiler.hooks.compilation.tap('AppFirst', (compilation) =>
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTags.tap('AppFirst', (data) => {
        for (const { attributes } of data.assetTags.scripts) attributes.fetchpriority = 'high';
        return data;
      }),
    );
  }
};
