/** A file has a version that this program does not know. */
export class NewerFile extends Error {
  override readonly name = 'NewerFile';
}
