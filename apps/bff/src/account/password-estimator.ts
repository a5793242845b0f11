// Separate from the policy because its dictionaries take a while to load: few requests need them.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

/** The estimator's cost grows with the length and the substitutions: a crafted password must not block other requests. */
export const checkedLength = 24;

const estimator = new ZxcvbnFactory({
  dictionary: {
    passwords: common['passwords-common'],
    words: english['commonWords-en'],
    names: english['firstnames-en'],
  },
  graphs: { qwerty: adjacencyGraphs.qwerty, keypad: adjacencyGraphs.keypad },
  l33tMaxSubstitutions: 5,
  maxLength: checkedLength,
});

/** @returns how many guesses an attacker needs who knows `words` about this person */
export const guessesFor = (password: string, words: string[]) =>
  estimator.check([...password].slice(0, checkedLength).join(''), words).guesses;
