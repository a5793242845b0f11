import { bandwidthOf, nvlinkOf } from '../explorer/pricing';
import type { GpuPrice } from '../prices';
import { Band, Cells, type SectionProps } from './parts';

const GB_PER_CELL = 8;

const Card = ({ gpu, most }: { gpu: GpuPrice; most: number }) => (
  <li>
    <h3>{gpu.gpu}</h3>
    <p className="figure">
      {gpu.memoryGb} GB <small>{gpu.memoryType}</small>
    </p>
    <Cells count={gpu.memoryGb / GB_PER_CELL} of={most} />
    <dl>
      <dt>Bandwidth</dt>
      <dd>{bandwidthOf(gpu.bandwidthGbPerS)}</dd>
      <dt>NVLink</dt>
      <dd>{nvlinkOf(gpu)}</dd>
    </dl>
  </li>
);

/** Memory in cells of 8 GB, bandwidth and NVLink of each GPU, and the source of the figures. */
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
