import { useId, type ReactElement, type ReactNode } from 'react';
import { FLAGS, type FlagCode } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import './flag-picture.css';

const W = 60;
const H = 40;

const cloth = (className: string): ReactNode => <rect className={className} width={W} height={H} />;

const checkers = (): ReactNode =>
  Array.from({ length: 24 }, (_, index) => {
    const [column, row] = [index % 6, Math.floor(index / 6)];
    return (column + row) % 2 === 0 ? (
      <rect key={index} className="cloth-black" x={column * 10} y={row * 10} width="10" height="10" />
    ) : null;
  });

const stripes = (): ReactNode =>
  [6, 24, 42].map((x) => <rect key={x} className="cloth-red" x={x} width="9" height={H} />);

/** Draws each flag as the flag itself. */
const PICTURES: Record<FlagCode, () => ReactNode> = {
  [FLAGS.message]: () => (
    <>
      {cloth('cloth-message')}
      <path className="line-message" d="M12 10h36v20H12zm0 0 18 12 18-12" />
    </>
  ),
  [FLAGS.red]: () => cloth('cloth-red'),
  [FLAGS.safetyCar]: () => (
    <>
      {cloth('cloth-white')}
      <text className="letters-dark" x={W / 2} y="27">
        {TEXTS.letters[FLAGS.safetyCar]}
      </text>
    </>
  ),
  [FLAGS.black]: () => cloth('cloth-black'),
  [FLAGS.warning]: () => (
    <>
      {cloth('cloth-white')}
      <path className="cloth-black" d={`M0 ${H}V0H${W}z`} />
    </>
  ),
  [FLAGS.penalty]: () => (
    <>
      {cloth('cloth-white')}
      <text className="letters-dark" x={W / 2} y="27">
        {TEXTS.letters[FLAGS.penalty]}
      </text>
    </>
  ),
  [FLAGS.yellow]: () => cloth('cloth-yellow'),
  [FLAGS.doubleYellow]: () => (
    <>
      <rect className="cloth-yellow" width={W / 2 - 2} height={H} />
      <rect className="cloth-yellow" x={W / 2 + 2} width={W / 2 - 2} height={H} />
    </>
  ),
  [FLAGS.green]: () => cloth('cloth-green'),
  [FLAGS.white]: () => cloth('cloth-white'),
  [FLAGS.surface]: () => (
    <>
      {cloth('cloth-yellow')}
      {stripes()}
    </>
  ),
  [FLAGS.checkered]: () => (
    <>
      {cloth('cloth-white')}
      {checkers()}
    </>
  ),
};

export const FlagPicture = ({ code }: { code: FlagCode }): ReactElement => {
  const clip = useId();
  return (
    <svg className="flag-picture" viewBox={`0 0 ${W} ${H}`} aria-hidden="true">
      <clipPath id={clip}>
        <rect width={W} height={H} rx="4" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>{PICTURES[code]()}</g>
      <rect className="flag-hem" x="0.5" y="0.5" width={W - 1} height={H - 1} rx="3.5" />
    </svg>
  );
};
