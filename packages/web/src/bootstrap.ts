/** What shell and remotes need of react-bootstrap, part by part: shared whole it would come whole. */
export { default as Button } from 'react-bootstrap/Button';
