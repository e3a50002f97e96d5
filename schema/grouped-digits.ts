/**
 * A whole number as descriptions write it: "24,000". Without `Intl`, whose first formatter takes a
 * twentieth of the start.
 */
export const groupedDigits = (number: number): string =>
  String(number).replace(/(?<=\d)(?=(?:\d{3}){1,3}$)/gu, ",");
