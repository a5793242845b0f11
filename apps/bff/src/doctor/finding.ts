import type { Config } from '../config/config';

/** What is wrong, and how to fix it. */
export interface Finding {
  fault: string;
  fix: string;
}

export interface Deployment {
  config: Config;
  /** Test keys and a sandbox are intended. */
  trial: boolean;
}

/** A rule: whether it is broken, and the finding for that. */
export type Rule = [broken: boolean, fault: string, fix: string];

export const brokenRules = (rules: Rule[]): Finding[] =>
  rules.flatMap(([broken, fault, fix]) => (broken ? [{ fault, fix }] : []));
