/** Checks the contrast of a branding's colours (WCAG 2.2, 1.4.3 and 1.4.11). */
import type { Branding } from './branding.ts';
import { contrast } from './colour.ts';

/** The themes' background of buttons. */
const CARD = { light: '#ffffff', dark: '#181c25' } as const;

const TEXT_NEEDS = 4.5;
const SHAPE_NEEDS = 3;

/** A pair of colours; `ratio` is 1 to 21. */
export interface MeasuredContrast {
  what: 'text-on-primary' | 'primary-on-light' | 'primary-on-dark';
  foreground: string;
  background: string;
  ratio: number;
  needed: number;
  sufficient: boolean;
}

/** The pairs that include the branding's own colour; none without one. */
export function measureContrast({ primaryColor, onPrimaryColor }: Branding): MeasuredContrast[] {
  if (primaryColor === undefined || onPrimaryColor === undefined) return [];
  return [
    measured('text-on-primary', onPrimaryColor, primaryColor, TEXT_NEEDS),
    measured('primary-on-light', primaryColor, CARD.light, SHAPE_NEEDS),
    measured('primary-on-dark', primaryColor, CARD.dark, SHAPE_NEEDS),
  ];
}

function measured(
  what: MeasuredContrast['what'],
  foreground: string,
  background: string,
  needed: number,
): MeasuredContrast {
  const exact = contrast(foreground, background);
  return {
    what,
    foreground,
    background,
    ratio: Math.floor(exact * 100) / 100,
    needed,
    sufficient: exact >= needed,
  };
}
