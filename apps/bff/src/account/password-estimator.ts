// The policy imports this file lazily, because the dictionaries take a while to load.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

/** Longer or crafted passwords would block other requests. */
export const checkedLength = 24;

/**
 * Common Indian words that the other dictionaries lack, most common first. We compiled them from Wikipedia's lists of
 * deities, cities, IPL teams and surnames.
 */
const indian = `bharat bharath jai jaishri jaishree jaisri shree shri sri hind mata maa matakijai mera meri desh ji jaan
  mahan india bharatmata merabharat iloveindia ilovemy hindustan zindabad inquilab radhe hare hari har ram krishna shiva shiv
  shivaji shakti omnamah namah namo shivaya shivay shivaay mahadev mahakal bholenath bajrangbali anjaneya sita sitaram siyaram
  ganpati ganapathi vinayaka govinda gopala narayana narasimha venkatesh venkateswara tirumala tirupati balaji shirdi
  ayyappa swami murugan subramanya jagannath vaishnodevi bhavani lakshmi satsriakal waheguru khalsa gurunanak gurudev
  alhamdulillah subhanallah inshallah mashallah khuda hafiz yesu vande mataram vandemataram satyamevjayate jawan kisan
  chhatrapati maharaj ambedkar jaibhim bhagatsingh netaji bengaluru mysuru trivandrum vizag visakhapatnam ahmedabad
  vadodara nagpur nashik gurgaon faridabad ghaziabad varanasi ujjain guwahati bhubaneswar uttar pradesh tamilnadu telangana
  virat kohli dhoni mahi rohit sharma sachin tendulkar bumrah yuvraj dravid ganguly mumbai chennai indians superkings knightriders
  shahrukh salman khan thalapathy prabhas rajini rajinikanth hrithik mohanlal bahubali zindagi mohabbat dilwale mummy papa amma appa
  soumya shubham kulkarni srivastava infosys mahindra razorpay flipkart airtel zomato gpu server`.split(/\s+/);

const estimator = new ZxcvbnFactory({
  dictionary: {
    passwords: common['passwords-common'],
    words: english['commonWords-en'],
    names: english['firstnames-en'],
    indian,
  },
  graphs: { qwerty: adjacencyGraphs.qwerty, keypad: adjacencyGraphs.keypad },
  l33tMaxSubstitutions: 5,
  maxLength: checkedLength,
});

/** @returns the number of guesses for an attacker who knows `words` about the user */
export const guessesFor = (password: string, words: string[]) =>
  estimator.check([...password].slice(0, checkedLength).join(''), words).guesses;
