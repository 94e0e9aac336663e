import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { TEXTS } from '../texts/common.js';
import { useMenu } from './menu-state.js';

export const MenuToggle = (): ReactElement => {
  const { isOpen, toggle } = useMenu();
  return (
    <Button
      icon="pi pi-bars"
      text
      severity="secondary"
      aria-label={isOpen ? TEXTS.menu.close : TEXTS.menu.open}
      aria-expanded={isOpen}
      aria-controls="side-menu"
      onClick={toggle}
    />
  );
};
