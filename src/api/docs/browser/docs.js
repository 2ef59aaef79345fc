// Adds optional functions to a page of the documentation: copying a block, and an open table of contents if there is
// room next to the text.
const contents = document.querySelector('details.contents');
if (contents) contents.open = matchMedia('(min-width: 62rem)').matches;

// Browsers allow copying on secure addresses only.
if (navigator.clipboard) {
  // Printed output is for comparing, not for pasting.
  for (const block of document.querySelectorAll('.code:not(:has(.language-json, .language-text))')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    const name = block.dataset.file ?? 'this block';
    button.setAttribute('aria-label', `Copy ${name}`);
    button.addEventListener('click', () => void copy(block, button));
    block.prepend(button);
  }
}

async function copy(block, button) {
  await navigator.clipboard.writeText(block.querySelector('pre').textContent.trimEnd());
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 2000);
}
