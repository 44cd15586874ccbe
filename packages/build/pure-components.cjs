/**
 * Lets the minimizer drop what is not used of a library of React components: it keeps every component that is wrapped
 * at the top of a file, or given a name for the developer tools, for either could have effects. Of react-router that is
 * more than half.
 */
module.exports = (code) =>
  code
    .replace(/^\w+\.displayName = .*;$/gm, '')
    .replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /*#__PURE__*/ $1');
