/** The descriptions of module federation's errors: their numbers name them as well, and nobody reads either in a page. */
module.exports = (code) => code.replace(/(RUNTIME_\d+\]: )"(?:[^"\\]|\\.)*"/g, '$1""');
