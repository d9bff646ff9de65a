"""Makes a JPEG of renders for the documentation: picture.py RESULT WIDTH RENDER...

Several renders stand side by side. WIDTH is that of the whole picture in pixels.
"""

import sys

from PIL import Image

MOST_BYTES = 300_000


def main():
    result, width, names = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    images = [Image.open(name).convert("RGB") for name in names]
    each = width // len(images)
    height = round(each * images[0].height / images[0].width)
    picture = Image.new("RGB", (each * len(images), height))
    for index, image in enumerate(images):
        picture.paste(image.resize((each, height), Image.LANCZOS), (each * index, 0))
    for quality in range(92, 40, -4):
        picture.save(result, quality=quality, optimize=True)
        with open(result, "rb") as file:
            if len(file.read()) < MOST_BYTES:
                return
    sys.exit(f"{result} does not fit in {MOST_BYTES} bytes")


if __name__ == "__main__":
    main()
