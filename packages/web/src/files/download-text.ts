/** Has the browser save a text as a file. */
export function downloadText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  saveUrl(name, URL.createObjectURL(new Blob([text], { type })));
}

/** Has the browser save what an address stands for; an object URL is of no use afterwards. */
export function saveUrl(name: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the address only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
