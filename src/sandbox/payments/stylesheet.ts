/** The look of the sandbox's pages. Served from its own address, because the content security policy allows no inline style. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f7f4ec; --sheet: #fffdf8; --ink: #14241c; --quiet: #4b5a51; --line: #cfcabb;
  --action: #0b4a33; --action-text: #ffffff; --notice: #f3d98b; --notice-ink: #2b2206; --error: #a11616; --focus: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1713; --sheet: #16221c; --ink: #eef2ec; --quiet: #b3bfb6; --line: #3d4c43;
    --action: #8fd3b2; --action-text: #06231a; --notice: #5a4710; --notice-ink: #fff3cf; --error: #ff9d93; --focus: #f0c75e;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
.notice { margin: 0; padding: .75rem 1rem; background: var(--notice); color: var(--notice-ink); text-align: center; }
main { max-width: 38rem; margin: 1.5rem auto; padding: 1.5rem 1.25rem 2rem; background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; }
h1 { font: 600 1.625rem/1.25 Georgia, serif; margin: 0 0 1rem; }
h2 { font: 600 1.25rem/1.3 Georgia, serif; margin: 2rem 0 .75rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
th + td, td + td, th + th { padding-left: 1rem; }
.amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tfoot .total th, tfoot .total td { border-bottom: 0; font-size: 1.1875rem; font-weight: 700; }
.quiet { color: var(--quiet); }
.error { margin: 0 0 1rem; padding: .75rem 1rem; border-left: .3125rem solid var(--error); color: var(--error); font-weight: 600; }
form { margin: 1.25rem 0 0; }
button, .button { display: block; width: 100%; min-height: 2.75rem; margin: .75rem 0 0; padding: .625rem 1rem; border: 2px solid var(--action); border-radius: .375rem; background: transparent; color: var(--action); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button.main, .button.main { background: var(--action); color: var(--action-text); }
a { color: var(--action); }
button:hover, .button:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
section + section { margin-top: 2rem; }
@media (max-width: 40rem) { main { margin: 0; border: 0; border-radius: 0; } }
@media print { button, .button, form { display: none; } }
`
