import { IMAGE_STATUS, type ImageType, PICTURE_TYPES } from '@partnerdesk/contracts';
import type { KeyAction } from '@partnerdesk/web/grid';

interface PictureCommands {
  next: () => void;
  previous: () => void;
  decide: (status: number) => void;
  undo: () => void;
  tray: () => void;
  zoom: () => void;
  reveal: () => void;
  blur: () => void;
  gray: () => void;
  select: () => void;
  approveSelected: () => void;
  rejectSelected: () => void;
  close: () => void;
  help: () => void;
}

/** Everything that a queue of pictures does by key. */
export function pictureKeys(type: ImageType, commands: PictureCommands): KeyAction[] {
  const { approved, rejected, hidden } = IMAGE_STATUS;
  return [
    { keys: ['ArrowRight', 'j'], label: 'Next picture', repeats: true, run: commands.next },
    { keys: ['ArrowLeft', 'k'], label: 'Previous picture', repeats: true, run: commands.previous },
    { keys: ['a'], label: 'Approve', run: () => commands.decide(approved) },
    { keys: ['r'], label: 'Reject; then a digit for the reason', run: () => commands.decide(rejected) },
    ...(PICTURE_TYPES[type].mayHide
      ? [{ keys: ['h'], label: 'Hide', run: () => commands.decide(hidden) }]
      : []),
    { keys: ['u'], label: 'Undo my last decision', run: commands.undo },
    { keys: ['t'], label: 'My last decisions, each with Undo', run: commands.tray },
    { keys: ['v'], label: 'Show the picture plainly, or cover it', run: commands.reveal },
    { keys: ['z'], label: 'Zoom in or out', run: commands.zoom },
    { keys: ['b'], label: 'Blur all on or off', run: commands.blur },
    { keys: ['g'], label: 'Gray all on or off', run: commands.gray },
    { keys: ['x'], label: 'Select or unselect', run: commands.select },
    { keys: ['shift+a'], label: 'Approve all selected', run: commands.approveSelected },
    { keys: ['shift+r'], label: 'Reject all selected', run: commands.rejectSelected },
    { keys: ['Escape'], label: 'Close the picture', run: commands.close },
    { keys: ['?'], label: 'This help', run: commands.help },
  ];
}
