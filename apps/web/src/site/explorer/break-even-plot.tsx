import type { GpuPrice } from '../prices';
import { breakEvenHours, type Currency, DAYS, formatMinor, formatPrice, MAX_HOURS, priceMinor } from './pricing';

/** One unit is an hour wide. A cell is a day wide and `CELL` high. */
const CELL = 11;
const FLOOR = CELL * DAYS;
const HEAD = 36;

/** Day `n` is a column of `n` cells: the hourly cost up to the end of that day. */
const days = Array.from({ length: DAYS }, (_, index) => index + 1);
const stairs = days.map((day) => `M${day * 24 - 12} ${FLOOR}v-${day * CELL}`).join('');

/**
 * The monthly cost of one GPU: the hourly cost is a staircase, and the monthly price is a level line. Cells above the line are
 * the savings of the monthly plan.
 */
export function BreakEvenPlot({ gpu, currency, hours }: { gpu: GpuPrice; currency: Currency; hours: number }) {
  const breakEven = breakEvenHours(gpu, currency);
  const level = FLOOR - (breakEven / 24) * CELL;
  const clip = (part: string) => `${part}-${currency}`;
  const say = (plan: 'hour' | 'month') => formatPrice(gpu, currency, plan);
  return (
    <svg
      className={`drawing-svg plot ${currency}`}
      viewBox={`0 -${HEAD} ${MAX_HOURS} ${FLOOR + HEAD + 40}`}
      width="320"
      height="160"
      role="img"
      aria-label={`Cost of one ${gpu.gpu} over a month. By the hour, ${say('hour')}, it passes the monthly price, ${say('month')}, after ${Math.floor(breakEven)} hours.`}
    >
      <clipPath id={clip('below')}>
        <path d={`M0 ${level}H${MAX_HOURS}V${FLOOR}H0z`} />
      </clipPath>
      <clipPath id={clip('above')}>
        <path d={`M0 ${level}H${MAX_HOURS}V0H0z`} />
      </clipPath>
      <path className="stairs" clipPath={`url(#${clip('below')})`} d={stairs} />
      <path className="stairs stairs--over" clipPath={`url(#${clip('above')})`} d={stairs} />
      <path className="monthly-line" d={`M0 ${level}H${MAX_HOURS}`} />
      <path d={`M0 ${FLOOR + 2}H${MAX_HOURS}`} />
      <path className="hours-line" d={`M${hours} ${FLOOR + 8}V-8`} />
      <text className="bold halo" x="0" y={level - 12}>
        {`By the month, ${say('month')}`}
      </text>
      <path className="core-fill" d={`M${breakEven - 8} ${level - 8}h16v16h-16z`} />
      {[7, 14, 21, 28].map((day) => (
        <text key={day} x={day * 24} y={FLOOR + 34} textAnchor="middle">
          {day} days
        </text>
      ))}
    </svg>
  );
}

export const cellOf = (gpu: GpuPrice, currency: Currency) =>
  `Each square is one day at the hourly price: 24 × ${formatPrice(gpu, currency, 'hour')} = ${formatMinor(currency, priceMinor(gpu, currency, 'hour') * 24)}`;
