import { currencies, currencyNames, formatPrice, requestOf } from '../explorer/pricing';
import type { GpuPrice } from '../prices';
import { GpuFacts } from './gpu-facts';
import { Band, Cells, More, type SectionProps } from './parts';

const GB_PER_CELL = 8;

const Card = ({ gpu, most }: { gpu: GpuPrice; most: number }) => (
  <li>
    <h3>{gpu.gpu}</h3>
    <p className="muted">{gpu.description}</p>
    <Cells count={gpu.memoryGb / GB_PER_CELL} of={most} />
    <dl className="gpu-facts gpu-facts--prices">
      {currencies.map((currency) => (
        <div key={currency}>
          <dt>{currencyNames[currency]}</dt>
          <dd>{formatPrice(gpu, currency, 'hour')} an hour</dd>
          <dd>{formatPrice(gpu, currency, 'month')} a month</dd>
        </div>
      ))}
    </dl>
    <GpuFacts gpu={gpu} />
    <More action={requestOf(gpu)} />
  </li>
);

/** The price card of each GPU, its memory in cells of 8 GB, and the source of the figures. */
export function GpuCards({ section, cell }: SectionProps<'gpu-cards'>) {
  const most = Math.max(...section.gpus.map(({ memoryGb }) => memoryGb)) / GB_PER_CELL;
  return (
    <Band section={section} cell={cell}>
      <ul className="gpu-cards">
        {section.gpus.map((gpu) => (
          <Card key={gpu.gpu} gpu={gpu} most={most} />
        ))}
      </ul>
      <p className="caption">{section.source}</p>
    </Band>
  );
}
