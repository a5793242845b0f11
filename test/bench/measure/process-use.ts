import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let ticks = 0;
/** The kernel counts a process's time in ticks; how many make a second, only `getconf` tells. */
const ticksPerSecond = () => {
  ticks ||= Number(execFileSync('getconf', ['CLK_TCK']).toString());
  return ticks;
};

/** CPU time that a process has used so far, its threads included, in seconds (proc(5), /proc/pid/stat). */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond();
}

/** Memory that a process holds, in bytes. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
