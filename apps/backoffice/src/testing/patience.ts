import { configure } from '@testing-library/react';

/** Before every spec: what a screen is to show may take its time on a busy machine. */
configure({ asyncUtilTimeout: 15_000 });
