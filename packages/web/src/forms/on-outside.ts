/** Has something closed by a press or a focus outside of its frame. @returns ends that */
export function onOutside(frameRef: { readonly current: Element | null }, close: () => void): () => void {
  const listen = ({ target }: Event) => {
    if (!frameRef.current?.contains(target as Node)) close();
  };
  document.addEventListener('pointerdown', listen);
  document.addEventListener('focusin', listen);
  return () => {
    document.removeEventListener('pointerdown', listen);
    document.removeEventListener('focusin', listen);
  };
}
