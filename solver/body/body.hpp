// Body: something an artist simulates. BodyDef: its description before it exists.
//
// A body belongs to a System (one integrator that advances all bodies of a family together).
// Bodies know nothing of files, worlds or other families.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_stream.hpp"
#include "base/error.hpp"
#include "body/body_result.hpp"
#include "body/step_info.hpp"

namespace sinew {

class LiveInputs;
class FieldVisitor;
class BodyContext;
struct BodyKind;

/// Everything needed to make a body: geometry, parameters, pins, animated inputs. SI units.
class BodyDef {
public:
    virtual ~BodyDef() = default;
    /// As in the job's "kind", e.g. "viper_rods".
    virtual std::string_view kind() const = 0;
    /// True if it names other bodies, which must be there before it is made.
    virtual bool follows_others() const { return false; }
    /// Appends every problem, not just the first.
    virtual void collect_problems(std::vector<Problem>& problems) const = 0;
    /// Visits every field: the only list of them (body/fields.hpp).
    virtual void visit_fields(FieldVisitor& visitor) = 0;

    /// Makes all animated inputs go from rest to their values at `first_frame` in the `frames` before it.
    void add_preroll(double first_frame, double frames);

    std::string name;
};

/// A body inside a world.
class Body {
public:
    virtual ~Body() = default;
    virtual std::string_view kind() const = 0;
    const std::string& name() const { return m_name; }

    /// Number of vertices of the artist's mesh that the body moves.
    virtual std::size_t output_count() const = 0;
    /// Their positions now [m], 3 × output_count() numbers. At rest exactly the positions given.
    virtual void output_positions(std::span<double> out) const = 0;

    /// Its triangles, where the output is not the artist's own mesh but a surface that the body makes; none elsewhere.
    virtual std::vector<std::array<int, 3>> output_faces() const { return {}; }

    /// Results that can be read by name; the first is the output, "positions".
    virtual std::vector<BodyResult> results() const;
    /// Adds the animated inputs that a caller may set live, by their paths in the job.
    virtual void list_inputs(LiveInputs& /*inputs*/) {}

    virtual BodyMeasures measure(const StepInfo& last_step) const = 0;

    /// Everything that the next step depends on and the definition does not hold.
    virtual void save(ByteWriter& out) const = 0;
    virtual void load(ByteReader& in) = 0;

protected:
    explicit Body(std::string name) : m_name(std::move(name)) {}

private:
    std::string m_name;
};

}  // namespace sinew
