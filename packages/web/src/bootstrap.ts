/** What shell and remotes need of react-bootstrap, part by part: shared whole it would come whole. */
export { default as Button } from 'react-bootstrap/Button';
export { default as Nav } from 'react-bootstrap/Nav';
export { default as Navbar } from 'react-bootstrap/Navbar';
