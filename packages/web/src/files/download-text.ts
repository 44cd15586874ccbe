/** Has the browser save a text as a file. */
export function downloadText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the address only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
