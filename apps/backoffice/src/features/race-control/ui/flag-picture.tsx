import { useId, type ReactElement, type ReactNode } from 'react';
import { flagOf, type FlagCode, type FlagPattern } from '@flagpost/contracts';
import './flag-picture.css';

const W = 60;
const H = 40;

/** The ground of a flag: one cloth, or two beside each other. */
const cloth = (className: string, isPair: boolean): ReactNode =>
  isPair ? (
    <>
      <rect className={className} width={W / 2 - 2} height={H} />
      <rect className={className} x={W / 2 + 2} width={W / 2 - 2} height={H} />
    </>
  ) : (
    <rect className={className} width={W} height={H} />
  );

const checkers = (): ReactNode =>
  Array.from({ length: 24 }, (_, index) => {
    const [column, row] = [index % 6, Math.floor(index / 6)];
    return (column + row) % 2 === 0 ? (
      <rect key={index} className="cloth-black" x={column * 10} y={row * 10} width="10" height="10" />
    ) : null;
  });

const stripes = (): ReactNode =>
  [6, 24, 42].map((x) => <rect key={x} className="cloth-red" x={x} width="9" height={H} />);

/** The pattern drawn on a flag's ground. */
const PATTERNS: Record<FlagPattern, (letter: string) => ReactNode> = {
  plain: () => null,
  letters: (letter) => (
    <text className="letters-dark" x={W / 2} y="27">
      {letter}
    </text>
  ),
  pair: () => null,
  stripes,
  diagonal: () => <path className="cloth-black" d={`M0 ${H}V0H${W}z`} />,
  checkers,
  envelope: () => <path className="line-message" d="M12 10h36v20H12zm0 0 18 12 18-12" />,
};

/** Draws a flag as the flag itself. */
export const FlagPicture = ({ code }: { code: FlagCode }): ReactElement => {
  const clip = useId();
  const { ground, pattern, letter } = flagOf(code);
  return (
    <svg className="flag-picture" viewBox={`0 0 ${W} ${H}`} aria-hidden="true">
      <clipPath id={clip}>
        <rect width={W} height={H} rx="4" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {cloth(`cloth-${ground ?? 'message'}`, pattern === 'pair')}
        {PATTERNS[pattern](letter)}
      </g>
      <rect className="flag-hem" x="0.5" y="0.5" width={W - 1} height={H - 1} rx="3.5" />
    </svg>
  );
};
