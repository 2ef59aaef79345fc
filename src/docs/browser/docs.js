// What a page of the documentation can do with a script, and can do without: copy a block, and an open table of contents
// where there is room beside the text.
const contents = document.querySelector('details.contents');
if (contents) contents.open = matchMedia('(min-width: 62rem)').matches;

// A browser lets pages copy on secure addresses only.
if (navigator.clipboard) {
  // What is printed is there to be compared, not to be pasted.
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
