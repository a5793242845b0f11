/** The list prices as the specification has them; rupees and dollars as printed on the page. */
export const gpuPrices = [
  { gpu: 'B200', usdHour: '$3.9', usdMonth: '$2299', inrHour: '₹339', inrMonth: '₹199680' },
  { gpu: 'H100', usdHour: '$1.9', usdMonth: '$999', inrHour: '₹165', inrMonth: '₹86764' },
  { gpu: 'A100 80GB', usdHour: '$0.5', usdMonth: '$229', inrHour: '₹44', inrMonth: '₹19890' },
  { gpu: 'A100 40GB', usdHour: '$0.3', usdMonth: '$159', inrHour: '₹26', inrMonth: '₹13810' },
  { gpu: 'L40S', usdHour: '$0.69', usdMonth: '$319', inrHour: '₹60', inrMonth: '₹27706' },
  { gpu: 'L4', usdHour: '$0.35', usdMonth: '$179', inrHour: '₹31', inrMonth: '₹15547' },
  { gpu: 'A40', usdHour: '$0.25', usdMonth: '$129', inrHour: '₹22', inrMonth: '₹11204' },
  { gpu: 'A30', usdHour: '$0.22', usdMonth: '$109', inrHour: '₹20', inrMonth: '₹9467' },
];

/** Each tier: name, the figures of its range, its notes. */
export const tiers = [
  ['On-Demand', '550', '600', '6.00', 'By-the-minute billing', 'instant provisioning'],
  ['Reserved 1-Year', '500', '5.50', '14% off'],
  ['Reserved 2-Year', '450', '5.00', '25% off'],
  ['Spot/Promo', '350', '400', '4.00', '4.80', 'Up to 45% off'],
  [
    ...['Early-Startup Deal', '300', '350', '3.30', '4.00'],
    ...['Up to 50% off', 'pre-pay credits', 'free onboarding', 'infra consulting'],
  ],
];
