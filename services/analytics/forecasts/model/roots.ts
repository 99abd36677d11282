// The scale of square roots, on which sales vary by about the same amount whether they are few or many. Both keep the
// sign, for stock corrections and returns below zero.

export const root = (value: number): number => Math.sign(value) * Math.sqrt(Math.abs(value));
export const squared = (value: number): number => value * Math.abs(value);
