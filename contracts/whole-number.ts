/** As a person writes a positive whole number, and in no other way: no blanks, no sign, no point, no exponent. */
export const WHOLE_NUMBER = /^[1-9][0-9]{0,8}$/;
