interface AvatarProps {
  /** Whose it is: its first letters stand in the tile. */
  name: string;
  /** A picture instead of the letters. */
  src?: string;
}

/** A person as a tile; decoration beside the name. */
export function Avatar({ name, src }: AvatarProps) {
  const letters = name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((part) => part[0]?.toUpperCase() ?? '')
    .join('');
  return (
    <span className="pd-avatar" aria-hidden="true">
      {src ? <img src={src} alt="" width="32" height="32" /> : letters}
    </span>
  );
}
