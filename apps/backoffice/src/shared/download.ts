/** Names of files that the specification prescribes: the same in every language. */
export const REPORT_PREFIX = 'MyReport_';
export const SNAPSHOT_FILE = 'snapshot.png';

/** Characters that some systems do not allow in file names. */
const UNNAMEABLE = /[\\/:*?"<>|\p{Cc}]+/gu;
export const fileName = (name: string): string => name.replace(UNNAMEABLE, ' ').trim();

/** Downloads what an object URL refers to, and revokes it. */
export const downloadFrom = (url: string, name: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(name);
  link.click();
  URL.revokeObjectURL(url);
};

/** Downloads a file. */
export const download = (contents: Uint8Array, type: string, name: string): void =>
  downloadFrom(URL.createObjectURL(new Blob([contents.slice()], { type })), name);
