import { useState, type DragEvent } from 'react';

export interface FileDrop {
  /** Whether a file is held over the element. */
  readonly isOver: boolean;
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** An element on which a file can be dropped. Null: nothing can be dropped now. */
export const useDroppedFile = (onFile: ((file: File) => void) | null): FileDrop => {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver: isOver && onFile !== null,
    handlers: {
      onDragOver(event) {
        if (!hasFile(event)) return;
        // The browser would open the file otherwise.
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      },
      onDrop(event) {
        if (!hasFile(event)) return;
        event.preventDefault();
        setIsOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile?.(file);
      },
    },
  };
};
