import { expect, test } from 'vitest';
import { criticalStyles } from './critical-styles.ts';

test('rules of classes that the markup has stay, in their order; others go', () => {
  const css = '.a{color:red}.b{color:blue}.a.b{top:0}.a .c{left:0}.c{right:0}';
  expect(criticalStyles(css, '<p class="c a">')).toBe('.a{color:red}.a .c{left:0}.c{right:0}');
});

test('of a list of selectors the ones that could match stay', () => {
  expect(criticalStyles('.a,.b,h1{color:red}', '<p class="b">')).toBe('.b,h1{color:red}');
});

test('what stands around a rule stays with it, and goes with the last one in it', () => {
  const css =
    '@layer theme,base;@layer base{html{color:red}}@media (width>=40rem){.a{top:0}}@media print{.b{top:0}}';
  expect(criticalStyles(css, '<p class="a">')).toBe(
    '@layer theme,base;@layer base{html{color:red}}@media (width>=40rem){.a{top:0}}',
  );
});

test('fonts, motion and properties stay whole', () => {
  const css =
    '@font-face{font-family:G;src:url(/g.woff2)}@keyframes k{50%{opacity:.5}}@property --x{syntax:"*"}';
  expect(criticalStyles(css, '<p>')).toBe(css);
});

test('escaped names and names in attributes are read as the browser reads them', () => {
  const css =
    '.sm\\:grid-cols-\\[2fr_1fr\\]{top:0}.w-1\\/2{top:0}.\\[\\&\\>p\\]\\:x>p{top:0}.hover\\:y:hover{top:0}';
  const markup = '<p class="sm:grid-cols-[2fr_1fr] w-1/2 [&amp;&gt;p]:x hover:y">';
  expect(criticalStyles(css, markup)).toBe(css);
  expect(criticalStyles(css, '<p class="grid">')).toBe('');
});

test('what a selector excludes need not be there', () => {
  const css = '.a:not(.b){top:0}.c:is(:root[data-theme="light"] *){top:0}';
  expect(criticalStyles(css, '<p class="a">')).toBe('.a:not(.b){top:0}');
});

test('a sheet that is torn is no sheet', () => {
  expect(() => criticalStyles('.a{color:red', '<p class="a">')).toThrow(/brace/);
});
