import type { GpuPrice } from '../prices';
import type { Selection } from './selection';
import { sortGpus } from './sort';

/** The GPUs that a selection leaves in the table, in its order. */
export function visibleGpus(gpus: GpuPrice[], { memory, nvlink, sort }: Selection): GpuPrice[] {
  const wanted = gpus.filter((gpu) => gpu.memoryGb >= memory && (!nvlink || gpu.nvlinkGbPerS !== null));
  return sortGpus(wanted, sort);
}
