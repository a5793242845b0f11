/** A time in RFC 3339, or in milliseconds. */
type Time = string | number;

export function formatPaise(paise: number, currency?: string): string;
export function formatDate(time: Time): string;
export function formatTime(time: Time): string;
export function formatIndianTime(time: Time): string;
export function escapeHtml(text: string): string;
