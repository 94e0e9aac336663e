import { configure } from '@testing-library/react';

/** Set-up of every spec: rendering may be slow on a busy machine. */
configure({ asyncUtilTimeout: 15_000 });
