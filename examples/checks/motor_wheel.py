"""A cart whose rear wheels have motors drives off: it gains speed with the torque of its motors, then rolls at theirs."""

from baked import centre, expect, main_of_scene, scene

SCENE = scene("motor_wheel")
FRAMES = 73
RATE = 24


def check(baked):
    places = [centre(shape) for shape in baked.objects["Cart"]]
    speeds = [RATE * (b[0] - a[0]) for a, b in zip(places, places[1:])]
    rolling = SCENE.SPEED * SCENE.RADIUS
    # 6 kg and four wheels of 1 kg that turn as well: half of the mass of a cylinder more.
    mass = 6 + 4 * 1.5
    gained = RATE * (speeds[8] - speeds[2]) / 6
    expected = 2 * SCENE.TORQUE / SCENE.RADIUS / mass
    print(f"acceleration {gained:.3f} m/s², of the motors {expected:.3f}; speed at the end {speeds[-1]:.3f} m/s of {rolling:.3f}")
    expect(abs(gained / expected - 1) < 0.1, "the motors do not have their torque")
    expect(abs(speeds[-1] / rolling - 1) < 0.03, "the cart does not roll at the speed of its motors")
    expect(max(abs(place[1]) for place in places) < 0.01, "the cart does not drive straight")
    error = max(frame["pin_error"] for frame in baked.frames[1:])
    print(f"axles open by {error:.1e} m; {sum(f['iterations'] for f in baked.frames)} iterations")
    expect(error < 1e-6, "an axle opened")
    expect(min(v[2] for name, shapes in baked.objects.items() if "axle" not in name for v in shapes[-1]) > 0, "below the floor")


if __name__ == "__main__":
    main_of_scene("motor_wheel", [str(FRAMES)], check)
