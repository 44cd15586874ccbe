/** Lists of any length. An entry of its own: the shell provides it to the screens that show one. */
export { useVirtualFrame, useVirtualPage, VirtualTable } from './virtual-table';
