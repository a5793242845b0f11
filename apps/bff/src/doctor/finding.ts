import type { Config } from '../config/config';

export interface Finding {
  fault: string;
  fix: string;
}

export interface Deployment {
  config: Config;
  /** Accepts test keys and a sandbox. */
  trial: boolean;
}

export type Rule = [broken: boolean, fault: string, fix: string];

export const brokenRules = (rules: Rule[]): Finding[] =>
  rules.flatMap(([broken, fault, fix]) => (broken ? [{ fault, fix }] : []));
