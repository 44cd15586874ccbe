/** Lists of any length. An entry of its own: only remotes that show one carry it. */
export { useVirtualFrame, useVirtualPage, type VirtualRows } from './use-virtual-rows';
export { VirtualTable } from './virtual-table';
