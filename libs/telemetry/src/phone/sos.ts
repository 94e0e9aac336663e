/** The driver's call for help: a hold, a call that can be cancelled, and what race control has done about it. Times epoch ms. */

export const SOS = {
  holdMs: 3_000,
  cancelMs: 5_000,
  /** Sent again so often until the server has it, and until a person has acknowledged it. */
  repeatMs: 5_000,
  repeatKnownMs: 15_000,
} as const;

/** Of the car's orders: its SOS as race control has it; null if none is open. */
export interface KnownSos {
  readonly since: number;
  readonly acknowledgedAt: number | null;
}

export interface SosState {
  /** Since when the button is held; null if it is not. */
  readonly heldSince: number | null;
  /** When the driver called; null if they have not, or the call is over. */
  readonly calledAt: number | null;
  /** When it was sent last. */
  readonly sentAt: number | null;
  /** Race control has had this call: once it is not open any more, it is over. */
  readonly wasKnown: boolean;
  readonly known: KnownSos | null;
}

export const NO_SOS: SosState = {
  heldSince: null,
  calledAt: null,
  sentAt: null,
  wasKnown: false,
  known: null,
};

export const pressed = (state: SosState, now: number): SosState =>
  state.calledAt === null && state.heldSince === null ? { ...state, heldSince: now } : state;

export const released = (state: SosState): SosState => ({ ...state, heldSince: null });

/** How far the hold has come, 0 to 1. */
export const heldPart = ({ heldSince }: SosState, now: number): number =>
  heldSince === null ? 0 : Math.min(1, Math.max(0, (now - heldSince) / SOS.holdMs));

/** A hold that lasted long enough is a call. */
export const held = (state: SosState, now: number): SosState =>
  heldPart(state, now) < 1 ? state : { ...NO_SOS, known: state.known, calledAt: now };

/** False as well if the clock was set back since then. */
const isWithin = (ms: number, since: number, now: number): boolean => now >= since && now - since < ms;

export const mayCancel = ({ calledAt }: SosState, now: number): boolean =>
  calledAt !== null && isWithin(SOS.cancelMs, calledAt, now);

/** A call that the driver took back; race control keeps what it was told until a person has acknowledged it. */
export const cancelled = (state: SosState, now: number): SosState =>
  mayCancel(state, now) ? { ...NO_SOS, known: state.known } : state;

/** Whether the call is to be sent now. */
export const isDue = ({ calledAt, sentAt, known }: SosState, now: number): boolean => {
  if (calledAt === null || known?.acknowledgedAt != null) return false;
  return sentAt === null || !isWithin(known === null ? SOS.repeatMs : SOS.repeatKnownMs, sentAt, now);
};

export const sent = (state: SosState, now: number): SosState => ({ ...state, sentAt: now });

/** After the orders of the car: `known` is its open SOS. */
export const learned = (state: SosState, known: KnownSos | null): SosState => {
  if (known !== null) return { ...state, known, wasKnown: true };
  return state.wasKnown ? { ...NO_SOS, heldSince: state.heldSince } : { ...state, known: null };
};

export type SosPhase = 'none' | 'holding' | 'sending' | 'received' | 'acknowledged';

/** What the driver is told. An SOS that another device raised, or a page before, is shown too. */
export const phaseOf = ({ heldSince, calledAt, known }: SosState): SosPhase => {
  if (known !== null) return known.acknowledgedAt === null ? 'received' : 'acknowledged';
  if (calledAt !== null) return 'sending';
  return heldSince === null ? 'none' : 'holding';
};
