import { mediaHook } from '../../../shared/ui/media-hook.js';

/** Whether fingers press here: their targets are larger. */
export const useCoarsePointer = mediaHook('(pointer: coarse)');
/** Whether the window is as narrow as a phone's: one column, with sheets. The style sheets ask the same. */
export const useIsPhone = mediaHook('(width < 768px)');
