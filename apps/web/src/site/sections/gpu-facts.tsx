import { bandwidthOf, nvlinkOf } from '../explorer/pricing';
import type { GpuPrice } from '../prices';

/** The feature list of a price card, with its heading. */
export const GpuFacts = ({ gpu }: { gpu: GpuPrice }) => (
  <>
    <h4 className="caption">Specifications</h4>
    <dl className="gpu-facts">
      <dt>Memory</dt>
      <dd>
        {gpu.memoryGb} GB {gpu.memoryType}
      </dd>
      <dt>Memory bandwidth</dt>
      <dd>{bandwidthOf(gpu.bandwidthGbPerS)}</dd>
      <dt>NVLink</dt>
      <dd>{nvlinkOf(gpu)}</dd>
    </dl>
  </>
);
