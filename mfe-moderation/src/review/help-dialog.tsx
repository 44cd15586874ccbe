import { Dialog } from '@partnerdesk/web';
import type { KeyAction } from '@partnerdesk/web/grid';

const SHOWN: Record<string, string> = {
  ArrowRight: '→',
  ArrowLeft: '←',
  Escape: 'Esc',
};

function shown(key: string): string {
  if (key.startsWith('shift+')) return `Shift ${key.slice(6).toUpperCase()}`;
  return SHOWN[key] ?? key.toUpperCase();
}

/** Every key and what it does, from the very list that the keyboard works by. */
export function HelpDialog({ actions, onClose }: { actions: readonly KeyAction[]; onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="mod-keys">
        {actions.map(({ keys, label }) => (
          <div key={label}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{shown(key)}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
