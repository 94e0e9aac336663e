/** The interface of the bench `editor`'s page to the program that drives it; set when the editor is ready. */
export interface EditorPage {
  /** The pixel of the point that is to be dragged. */
  where(): { readonly x: number; readonly y: number };
  /** Number of drags that have ended with a changed line. */
  readonly changes: number;
}

declare global {
  interface Window {
    editor: EditorPage;
  }
}
