import { createContext, use, useMemo, useState, type ReactElement, type ReactNode } from 'react';

/** Where the live map asks without covering anything: above the flags, and in the lower part of the right column. */
export type RacePlace = 'receivers' | 'column';
type Attach = (element: HTMLElement | null) => void;

interface RacePlaces {
  elements: Readonly<Record<RacePlace, HTMLElement | null>>;
  attach: Readonly<Record<RacePlace, Attach>>;
}

const PlacesContext = createContext<RacePlaces | null>(null);

const usePlaces = (): RacePlaces => {
  const places = use(PlacesContext);
  if (places === null) throw new Error('a place of the race outside its provider');
  return places;
};

/** The callback ref of the element that is this place. */
export const useAttachPlace = (place: RacePlace): Attach => usePlaces().attach[place];

/** The element of a place; null until it is there. */
export const usePlace = (place: RacePlace): HTMLElement | null => usePlaces().elements[place];

export const RacePlacesProvider = ({ children }: { children: ReactNode }): ReactElement => {
  const [receivers, setReceivers] = useState<HTMLElement | null>(null);
  const [column, setColumn] = useState<HTMLElement | null>(null);
  const places = useMemo(
    () => ({ elements: { receivers, column }, attach: { receivers: setReceivers, column: setColumn } }),
    [receivers, column],
  );
  return <PlacesContext value={places}>{children}</PlacesContext>;
};
