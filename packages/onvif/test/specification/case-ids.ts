/** Ids as the page writes them: `MEDIA-1-1-1…3,5 MEDIA-2-1-1`. */
export const idsOf = (text: string): readonly string[] =>
  text.split(' ').flatMap((chapter) => {
    const at = chapter.lastIndexOf('-') + 1;
    const stretches = chapter.slice(at).split(',');
    return stretches.flatMap((stretch) => {
      const [first = 0, last = first] = stretch.split('…').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => chapter.slice(0, at) + (first + index));
    });
  });
