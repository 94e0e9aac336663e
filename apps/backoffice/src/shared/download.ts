/** Characters that some systems do not allow in file names. */
const UNNAMEABLE = /[\\/:*?"<>|\p{Cc}]+/gu;
export const fileName = (name: string): string => name.replace(UNNAMEABLE, ' ').trim();

/** Downloads a file. */
export const download = (contents: Uint8Array, type: string, name: string): void => {
  const url = URL.createObjectURL(new Blob([contents.slice()], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(name);
  link.click();
  URL.revokeObjectURL(url);
};
