/** One entry of the claims register. */
export type Claim = {
  /** May name other claims in braces, `{uptimeSla}`, so that their figures stand once. */
  value: string;
  /** `contract`: we owe it. `target`: we aim for it. `marketing`: a figure of the pitch. */
  scope: 'contract' | 'target' | 'marketing';
  /** Where it comes from. */
  source: string;
  /** Neutral copy that the provider still has to review. */
  draft?: true;
};

const SPEC = "the provider's own listing";

export const contract = (value: string, source = SPEC): Claim => ({ value, scope: 'contract', source });
export const target = (value: string, source = SPEC): Claim => ({ value, scope: 'target', source });
export const marketing = (value: string, source = SPEC): Claim => ({ value, scope: 'marketing', source });
export const draft = (value: string): Claim => ({ value, scope: 'marketing', source: 'draft', draft: true });
