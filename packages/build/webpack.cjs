const { createHash } = require('node:crypto');
const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const CompressionPlugin = require('compression-webpack-plugin');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const TerserPlugin = require('terser-webpack-plugin');
const { NormalModuleReplacementPlugin } = require('webpack');
const { AppFirst } = require('./app-first.cjs');
const { ProvidedFiles, ScreenFiles } = require('./screen-files.cjs');
const { ReleaseFile } = require('./release-file.cjs');
const { SameAttempt } = require('./same-attempt.cjs');
const { BUDGET, SizeBudget } = require('./size-budget.cjs');
const { OnlyThroughWeb, sharedByRemote, sharedByShell } = require('./shared.cjs');

const root = path.resolve(__dirname, '../..');
/** `npm run dev` builds again after each edit: what only makes files small is left out. */
const small = !process.env.PARTNERDESK_WATCH;

/**
 * A script that is still open after this fails its import, in ms. On a slow line bytes may arrive all that time; the shell
 * reports silence long before (shell/src/remotes/silence.ts).
 */
const CHUNK_TIMEOUT_MS = 120_000;

const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
};

/** Bootstrap's style sheets are written for a Sass of some years ago; it says so of each. */
const sassOptions = { quietDeps: true, silenceDeprecations: ['import'] };

/** @param {string} file @returns {string} its name with a hash of its content, as of other files of a build */
function nameWithHash(file) {
  const { name, ext } = path.parse(file);
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  return `${name}.${hash.slice(0, 8)}${ext}`;
}

/** What shell and remotes have in common. `dir` is the package's folder below the root. */
function common(dir, name) {
  const context = path.join(root, dir);
  return {
    name,
    context,
    mode: 'production',
    target: ['web', 'es2022'],
    output: {
      // A build that is to be released goes beside the one that is served (scripts/release-remote.mjs).
      path: process.env.PARTNERDESK_OUTPUT ?? path.join(context, 'dist'),
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      chunkLoadTimeout: CHUNK_TIMEOUT_MS,
      uniqueName: `partnerdesk-${name}`,
      clean: true,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      conditionNames: ['partnerdesk-ts', 'browser', 'import', 'module', 'webpack', 'production', 'default'],
    },
    module: {
      rules: [
        { test: /node_modules[\\/]react-router[\\/]dist/, use: path.join(__dirname, 'pure-components.cjs') },
        { test: /error-codes[\\/]dist[\\/]desc\.mjs$/, use: path.join(__dirname, 'short-errors.cjs') },
        {
          test: /contracts[\\/]src[\\/](calls[\\/]|schema[\\/]proof)/,
          use: path.join(__dirname, 'browser-calls.cjs'),
        },
        // A script that the document names. Webpack would name it again once it is small, and not in the document.
        {
          resourceQuery: /^\?file$/,
          type: 'asset/resource',
          generator: { filename: ({ filename }) => nameWithHash(path.join(context, filename.split('?')[0])) },
        },
        { test: /\.tsx?$/, exclude: /node_modules/, use: { loader: 'swc-loader', options: swc } },
        // Files of their own: the policy allows no inline styles.
        {
          test: /\.s?css$/,
          use: [
            MiniCssExtractPlugin.loader,
            'css-loader',
            { loader: 'sass-loader', options: { sassOptions } },
          ],
        },
        { test: /\.(svg|png|webp|jpe?g|mp4|woff2)$/, type: 'asset/resource' },
      ],
    },
    resolveLoader: { modules: [path.join(__dirname, 'node_modules'), path.join(root, 'node_modules')] },
    optimization: {
      minimize: small,
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          // It has threads of its own.
          parallel: false,
          // Beside the file: what a browser runs need not carry the libraries' licences.
          extractComments: { condition: 'some', banner: false },
          // What libraries warn their developers of is not sent to visitors.
          terserOptions: { compress: { passes: 4, pure_funcs: ['console.warn'] } },
        }),
      ],
    },
    // What goes out is built cold: from a warm cache a changed shell once left a shared module out of its first load.
    cache: !small && {
      type: 'filesystem',
      name,
      cacheDirectory: path.join(root, '.cache/webpack'),
      buildDependencies: {
        config: [
          __filename,
          ...['shared.cjs', 'same-attempt.cjs'].map((file) => path.join(__dirname, file)),
          path.join(root, 'node_modules/.package-lock.json'),
        ],
      },
    },
    // It looks for a library that may be missing; in development the warning would lie over the page.
    ignoreWarnings: [{ module: /react-datepicker/, message: /Critical dependency/ }],
    infrastructureLogging: { level: 'error' },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}

const styles = () =>
  new MiniCssExtractPlugin({
    filename: '[name].[contenthash:8].css',
    chunkFilename: '[name].[contenthash:8].css',
  });

/** Compressed copies beside the files, once and at the best quality: the web server sends them as they are. */
const compressed = () =>
  (small ? ['brotliCompress', 'gzip'] : []).map(
    (algorithm) => new CompressionPlugin({ algorithm, test: /\.(js|css|svg|json)$/, threshold: 256 }),
  );

/** Configuration of a remote: `module.exports = require('@partnerdesk/build/webpack').remote('affiliate');` */
exports.remote = (name) => {
  const config = common(`mfe-${name}`, name);
  return {
    ...config,
    entry: {},
    output: { ...config.output, publicPath: 'auto' },
    plugins: [
      new OnlyThroughWeb(),
      styles(),
      ...compressed(),
      new SameAttempt(),
      new ScreenFiles(),
      new ReleaseFile(),
      ...(small ? [new SizeBudget({ screen: BUDGET.screen })] : []),
      new ModuleFederationPlugin({
        name,
        filename: 'entry.[contenthash:8].js',
        exposes: { './remote': './src/remote.tsx' },
        manifest: true,
        // Types come from the workspace; generating them needs a TypeScript with a JavaScript API.
        dts: false,
        shared: sharedByRemote(),
        shareStrategy: 'loaded-first',
        // The federation runtime is the shell's: a remote has what binds its own build to it, and loads no remotes.
        experiments: { externalRuntime: true, optimization: { target: 'web', disableRemote: true } },
      }),
    ],
  };
};

/** The shell's build but for how it comes to the remotes. */
function shellWith(config, plugins) {
  return {
    ...config,
    entry: { main: './src/index.tsx' },
    output: { ...config.output, publicPath: '/' },
    optimization: {
      ...config.optimization,
      // Libraries in a file of their own: it stays in the browser's cache from release to release.
      splitChunks: {
        cacheGroups: { libraries: { test: /[\\/]node_modules[\\/]/, chunks: 'initial', name: 'libraries' } },
      },
    },
    plugins: [
      styles(),
      ...compressed(),
      // publicPath '/': otherwise deep links ask for scripts beside themselves.
      new HtmlWebpackPlugin({
        template: './src/index.html',
        favicon: './src/favicon.svg',
        publicPath: '/',
        scriptLoading: 'defer',
      }),
      new AppFirst(),
      ...plugins,
    ],
  };
}

/** Configuration of the shell: `module.exports = require('@partnerdesk/build/webpack').shell();` */
exports.shell = () =>
  shellWith(common('shell', 'shell'), [
    ...(small ? [new SizeBudget({ first: BUDGET.first })] : []),
    new ProvidedFiles(),
    new ModuleFederationPlugin({
      name: 'shell',
      // Remotes are registered at run time from the configuration; nothing is known at build time.
      remotes: {},
      manifest: false,
      dts: false,
      shared: sharedByShell(),
      // The default loads every remote's entry at start, and one that is down would stop the shell.
      shareStrategy: 'loaded-first',
      // Nor does the runtime read their manifests: shell/src/remotes/federation.ts gives it the scripts to enter them by.
      experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
    }),
  ]);

/** The same app as one build, which `npm run bench:web` compares with: the remotes are imported instead of federated. */
exports.bundled = () => {
  const config = common('shell', 'bundled');
  return shellWith({ ...config, output: { ...config.output, path: path.join(root, '.cache/bundled') } }, [
    new NormalModuleReplacementPlugin(/\/remotes\/federation$/, writeImports()),
  ]);
};

/** In place of shell/src/remotes/federation.ts. @returns the file that was written */
function writeImports() {
  const from = (file) => JSON.stringify(path.join(root, file));
  const names = readdirSync(root).flatMap((dir) => /^mfe-(\w+)$/.exec(dir)?.[1] ?? []);
  const file = path.join(root, '.cache/bundled-remotes.mjs');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(
    file,
    [
      `import { createRemoteLoader } from ${from('shell/src/remotes/remote-loader.ts')};`,
      ...names.map((name) => `import * as ${name} from ${from(`mfe-${name}/src/remote.tsx`)};`),
      `const remotes = { ${names.join(', ')} };`,
      'export const remoteLoader = createRemoteLoader(async (name) => remotes[name]);',
      'export const setRemoteAddresses = () => {};',
    ].join('\n'),
  );
  return file;
}
