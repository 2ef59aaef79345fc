/** Enlarges a picture in its place, around the point that was pressed; the next press makes it small again. */
export function enlarge(slide, event) {
  event.preventDefault();
  const box = slide.getBoundingClientRect();
  const [x, y] = [
    (event.clientX || box.left + box.width / 2) - box.left,
    (event.clientY || box.top + box.height / 2) - box.top,
  ];
  if (!slide.classList.toggle('enlarged')) return;
  for (const source of slide.querySelectorAll('[sizes]')) source.sizes = '1600px';
  slide.scrollTo({ left: x * 2.5 - box.width / 2, top: y * 2.5 - box.height / 2, behavior: 'instant' });
}

export function showPicture(hash, event) {
  event.preventDefault();
  const slide = document.querySelector(hash);
  slide.parentElement.scrollTo({ left: slide.offsetLeft - slide.parentElement.offsetLeft });
}

/** Marks the dot of the picture that is shown. */
export function followPictures() {
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const dot = document.querySelector(`.dots [href='#${target.id}']`);
        if (isIntersecting) dot?.setAttribute('aria-current', 'true');
        else dot?.removeAttribute('aria-current');
        if (!isIntersecting) target.classList.remove('enlarged');
      }
    },
    { threshold: 0.6 },
  );
  for (const slide of document.querySelectorAll('#pictures li')) watch.observe(slide);
}
